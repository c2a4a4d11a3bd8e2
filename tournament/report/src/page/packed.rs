//! Data that the page unpacks on demand: JSON, deflated, as base64.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;

use super::PageError;

/// JSON, deflated (RFC 1951, as `DecompressionStream("deflate-raw")` reads it), as base64.
pub(super) fn packed(data: &impl Serialize) -> Result<String, PageError> {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
    serde_json::to_writer(&mut deflate, data)?;
    deflate.flush()?;
    Ok(STANDARD.encode(deflate.finish()?))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::DeflateDecoder;

    use super::*;

    #[test]
    fn what_is_packed_is_there_again() {
        let packed = packed(&["</script>", "\"é\""]).unwrap();
        assert!(!packed.contains('<'), "{packed}");
        let bytes = STANDARD.decode(packed).unwrap();
        let mut text = String::new();
        DeflateDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, r#"["</script>","\"é\""]"#);
    }
}
