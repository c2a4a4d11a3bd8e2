//! `evalarena --version`.

use build_info::BUILD;
use players::identity::{ArenaBuild, PROJECT};

/// Version and commit; with `verbose` all facts of the build, one per line.
pub(super) fn text(verbose: bool) -> String {
    if !verbose {
        return format!("{PROJECT} {}\n", BUILD.short());
    }
    let ArenaBuild { build, bench } = ArenaBuild::own();
    let commit = build.commit.as_deref().unwrap_or("not known");
    let modified = if build.modified { " with changes" } else { "" };
    let bench = bench.map_or_else(|| "not known".to_owned(), |nodes| nodes.to_string());
    format!(
        "{PROJECT} {}\ncommit: {commit}{modified}\ncompiler: {}\ntarget: {}\nprofile: {}\nbench: {bench}\n",
        build.version, build.compiler, build.target, build.profile
    )
}
