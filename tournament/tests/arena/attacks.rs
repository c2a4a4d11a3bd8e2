//! The scripts of `.github/workflows/regress.yml` with changes that would like another verdict, or more: each defence has
//! a test that fails without it.

use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use rusqlite::Connection;

use crate::common::{Contents, Files, entries, results, stderr, stdout};
use crate::workflow::{Workflow, can_confine, confined};

/// The build, which also does this.
fn build_and(attack: &str) -> String {
    format!("mkdir -p out; cp engine.sh out/engine; chmod +x out/engine\n{attack}")
}

/// Asserts that no foreign line is a command to the runner; all that have `foreign` in them are.
#[track_caller]
fn assert_quoted(output: &Output, foreign: &str) {
    let mut mark: Option<String> = None;
    let mut count = 0;
    for line in stdout(output).lines() {
        match (&mark, line.strip_prefix("::stop-commands::")) {
            (None, Some(begun)) => mark = Some(format!("::{begun}::")),
            (Some(end), _) if line == end => mark = None,
            (None, None) => assert!(!line.contains(foreign), "{line}"),
            (Some(_), _) => count += usize::from(line.contains(foreign)),
        }
    }
    assert!(count > 0 && mark.is_none(), "{}", stdout(output));
}

#[test]
fn a_build_writes_into_its_own_folder_only() {
    if !can_confine() {
        return;
    }
    let mut workflow = Workflow::new();
    workflow.planned(&[]);
    // What anybody may write, as much on a hosted runner, and what the job itself may.
    let cache = workflow.path("cache");
    fs::create_dir(&cache).unwrap();
    fs::set_permissions(&cache, Permissions::from_mode(0o777)).unwrap();
    let targets = [
        workflow.artifact("arena").join("evalarena"),
        workflow.path("jobs/change/program"),
        workflow.path("jobs/change/output"),
        workflow.path("jobs/change/project/engine.sh"),
        cache.join("arena"),
        "/var/tmp/of-a-build".into(),
        "/usr/local/bin/of-a-build".into(),
    ];
    let attack: String = targets
        .iter()
        .map(|target| format!("(echo forged >'{}') 2>/dev/null || true\n", target.display()))
        .collect();
    let built = workflow.build("change", &[("BUILD", &build_and(&attack))]);
    assert!(built.status.success(), "{}", stderr(&built));
    for target in targets {
        let is = fs::read(&target).unwrap_or_default();
        assert!(!is.starts_with(b"forged"), "{}", target.display());
    }
}

#[test]
fn a_build_leaves_nothing_running_and_tells_the_runner_nothing() {
    let mut workflow = Workflow::new();
    workflow.planned(&[]);
    // What stays could exchange the program after it was looked at.
    let seconds = format!("600.{}", std::process::id());
    let attack = format!(
        "echo '::set-output name=sha256::0'; echo '::add-path::/tmp'\n\
         setsid sleep {seconds} </dev/null >/dev/null 2>&1 &"
    );
    let built = workflow.build("change", &[("BUILD", &build_and(&attack))]);
    assert!(built.status.success(), "{}", stderr(&built));
    assert_quoted(&built, "::set-output");
    let left: Vec<_> = entries(Path::new("/proc"))
        .into_iter()
        .filter(|process| {
            let command = fs::read_to_string(process.join("cmdline"));
            command.is_ok_and(|command| command == format!("sleep\0{seconds}\0"))
        })
        .collect();
    for process in &left {
        let mut kill = Command::new("kill");
        kill.arg(process.file_name().unwrap()).status().unwrap();
    }
    assert!(left.is_empty() || !can_confine(), "{left:?}");
}

#[test]
fn a_program_is_one_regular_file_of_its_folder() {
    let mut workflow = Workflow::new();
    workflow.planned(&[]);
    let wrong = [
        ("ln -sf /etc/hostname out/engine", "out/engine", "is a link"),
        (
            "ln -sf engine.sh out/engine; rm -r out; ln -s . out; cp engine.sh engine",
            "out/engine",
            "is a link",
        ),
        ("cp engine.sh ../engine", "../engine", "outside the repository's folder"),
        ("ln -s /etc etc", "etc/hostname", "is a link"),
        ("true", "/etc/hostname", "left no file"),
        ("true", "out", "left no file"),
        ("mkfifo out/fifo", "out/fifo", "left no file"),
        ("truncate --size 600M out/engine", "out/engine", "has over"),
    ];
    for (attack, program, printed) in wrong {
        let build = build_and(attack);
        let built = workflow.build("change", &[("BUILD", &build), ("PROGRAM", program)]);
        assert_eq!(built.status.code(), Some(2), "{attack}");
        stderr(&built).must_have(&[printed]);
    }
}

#[test]
fn a_book_is_a_file_of_the_commit_to_be_beaten() {
    let mut workflow = Workflow::new();
    let project = workflow.path("project");
    fs::create_dir(project.join("books")).unwrap();
    fs::write(project.join("books/book.epd"), "").unwrap();
    symlink("/etc/passwd", project.join("link.epd")).unwrap();
    symlink("books/book.epd", project.join("near.epd")).unwrap();
    symlink("/etc", project.join("folder")).unwrap();
    symlink("books", project.join("shelf")).unwrap();
    workflow.commit_all();
    workflow.git(&format!("update-index --add --cacheinfo 160000,{},module", "1".repeat(40)));
    workflow.git("commit --quiet --message 'A submodule'");
    // The change alone has this one.
    fs::write(project.join("new.epd"), "").unwrap();
    workflow.commit_all();
    for book in [
        "link.epd",
        "near.epd",
        "folder/passwd",
        "shelf/book.epd",
        "books",
        "books/",
        "books/../books/book.epd",
        "../engine.sh",
        "../../../../../../../etc/passwd",
        "/etc/passwd",
        "module",
        "module/book.epd",
        "books/*.epd",
        ":(glob)**/book.epd",
        "new.epd",
    ] {
        let planned = workflow.plan(&[("BOOK", book)]);
        assert_eq!(planned.status.code(), Some(2), "{book}");
        stderr(&planned).must_have(&["there is no file"]);
    }
    let planned = workflow.plan(&[("BOOK", "books/book.epd")]);
    assert!(planned.status.success(), "{}", stderr(&planned));
}

#[test]
fn an_artifact_that_another_job_has_replaced_is_refused() {
    let mut workflow = Workflow::new();
    workflow.planned(&[]);
    let played = workflow.shard(1, 1, "10");
    assert!(played.status.success(), "{}", stderr(&played));
    let files =
        [("arena", "evalarena"), ("plan", "plan.tar"), ("base", "program"), ("change", "program")];
    for (artifact, name) in files {
        let folder = workflow.artifact(artifact);
        let file = folder.join(name);
        let kept = workflow.path("kept");
        fs::copy(&file, &kept).unwrap();
        let refused = |printed: &str| {
            let played = workflow.shard(2, 1, "10");
            assert_eq!(played.status.code(), Some(2), "{artifact}");
            stderr(&played).must_have(&[printed]);
            if ["arena", "plan"].contains(&artifact) {
                let judged = workflow.judge(1, "success");
                assert_eq!(judged.status, Some(2), "{artifact}");
                judged.summary.must_have(&[printed]);
                assert_eq!(judged.output, "");
            }
        };
        fs::write(&file, "#!/bin/sh\necho forged\n").unwrap();
        refused("is not what its job made");
        fs::copy(&kept, &file).unwrap();
        fs::write(folder.join("more"), "").unwrap();
        refused("is not one file");
        fs::remove_file(folder.join("more")).unwrap();
        assert!(workflow.shard(2, 1, "10").status.success());
    }
}

#[test]
fn an_engine_in_play_reaches_neither_the_arena_nor_the_other_engine_nor_the_network() {
    if !can_confine() {
        return;
    }
    let mut workflow = Workflow::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    // Its parent is the arena. If it could, it would end all games of the other one, and go on as the better engine.
    let attack = format!(
        "kill -KILL $PPID\n\
         bash -c 'echo >/dev/tcp/127.0.0.1/{port}'\n\
         for file in tournament confine.sh base programs/base words '{0}'/jobs/shard-*/run/shards/*/run.sqlite \\\n\
             '{0}'/jobs/shard-*/output /var/tmp/of-an-engine; do echo forged >\"$file\"; done\n\
         (while sleep 0.1; do for pid in $(grep -l programs/base /proc/[0-9]*/cmdline | tr -dc '0-9\\n'); do\n\
             kill -KILL $pid; done; done) >/dev/null 2>&1 <&1 &\n",
        workflow.path("").display()
    );
    let engine = workflow.path("test-engine");
    workflow.commit(&format!(
        "({attack}) >/dev/null 2>&1\nexec '{}' --evaluator michniewski\n",
        engine.display()
    ));
    workflow.planned(&[("BASE", "HEAD^")]);
    let judged = workflow.wave(1);
    assert_eq!(judged.output, "next=true\n", "{}", judged.summary);
    assert!(!judged.summary.contains("not confined"));
    judged.summary.must_have(&["| games that a crash, an illegal move or a clock ended | 0 |"]);
    assert_eq!(results(&workflow.path("jobs/judge/run"))["games"], 6);
    assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
    assert!(!Path::new("/var/tmp/of-an-engine").exists());
    let output = workflow.path("jobs/shard-1-1").join("output");
    assert!(!output.exists() || fs::read(output).unwrap().is_empty());
}

#[test]
fn an_engine_in_play_finds_no_sockets_and_no_files_of_others() {
    let Some(listed) = confined("ls -A /run /tmp /dev/shm") else {
        return;
    };
    // Mounting leaves a folder there.
    let expected = ["/dev/shm:", "/run:", "mount", "/tmp:", ""];
    for line in stdout(&listed).lines() {
        assert!(expected.contains(&line), "{line}");
    }
    assert!(listed.status.success(), "{}", stderr(&listed));
}

/// An engine's name as its author would have it, who thinks of shells, of the runner and of a page.
const NAME: &str = r#"A\"'`$(touch /tmp/forged)` ::set-output name=verdict::improved</pre></td><script>alert(1)</script>"#;

#[test]
fn what_engines_print_is_no_command_and_no_markup() {
    let mut workflow = Workflow::new();
    let engine = workflow.path("test-engine");
    let named = workflow.path("name");
    fs::write(&named, format!("id name {NAME}\n")).unwrap();
    fs::set_permissions(&named, Permissions::from_mode(0o644)).unwrap();
    workflow.commit(&format!(
        "echo '::set-output name=verdict::improved'; echo '::error::' >&2; cat '{}'\n\
         exec '{}' --fault abort --at 2\n",
        named.display(),
        engine.display()
    ));
    workflow.planned(&[]);
    let played = workflow.shard(1, 1, "10");
    assert!(played.status.success(), "{}", stderr(&played));
    for line in stdout(&played).lines() {
        assert!(!line.starts_with("::set-output") && !line.starts_with("::error"), "{line}");
    }
    let judged = workflow.judge(1, "success");
    assert_eq!(judged.output, "next=true\n", "{}", judged.summary);
    // A store and a file whose names are as bad: both are refused by their names.
    assert!(workflow.shard(2, 1, "10").status.success());
    let part = workflow.artifact("shard-2-1").join("2-of-4");
    let store = part.join("run.sqlite");
    let sql = "UPDATE meta SET value = replace(value, '\"name\":\"change\"', ?1)";
    forge(&store, sql);
    let by_store = workflow.judge(2, "success");
    part.write("</pre>\n::set-output name=verdict::improved\n".replace('/', "<script>"), "");
    let by_file = workflow.judge(2, "success");
    for judged in [by_store, by_file] {
        judged.summary.must_have(&["&lt;script&gt;"]);
        let lines = judged.summary.lines();
        assert_eq!(lines.filter(|line| line.contains("</pre>")).count(), 1);
        assert!(!judged.summary.contains("<script"), "{}", judged.summary);
        assert_eq!(judged.output, "verdict=error\n");
    }
    assert!(!Path::new("/tmp/forged").exists());
}

/// Changes a store by SQL, with the bad name as its argument.
fn forge(store: &Path, sql: &str) {
    let name = serde_json::to_string(NAME).unwrap();
    let connection = Connection::open(store).unwrap();
    connection.execute(sql, [format!("\"name\":{name}")]).unwrap();
    drop(connection);
}

/// An attack by an upload: its name, the reason for which it is refused, and what it writes.
type Attack<'a> = (&'a str, &'a str, &'a dyn Fn(&Path));

#[test]
fn an_upload_of_a_shard_has_stores_and_nothing_else() {
    let mut workflow = Workflow::new();
    workflow.planned(&[]);
    let judged = workflow.wave(1);
    assert_eq!(judged.output, "next=true\n", "{}", judged.summary);
    let upload = workflow.artifact("shard-2-1");
    let store = workflow.artifact("shard-1-1").join("1-of-4/run.sqlite");
    let attacks: [Attack<'_>; 7] = [
        ("a link", "do not upload", &|part| {
            symlink(&store, part.join("run.sqlite")).unwrap();
        }),
        ("a program", "do not upload", &|part| {
            part.write("evalarena", "#!/bin/sh");
        }),
        ("a result", "do not upload", &|part| {
            part.write("results.json", "{}");
        }),
        ("a script", "do not upload", &|part| {
            part.parent().unwrap().write("merge.sh", "true");
        }),
        ("another part's number", "do not upload", &|part| {
            let other = part.with_file_name("2-of-5");
            fs::rename(part, &other).unwrap();
            fs::copy(&store, other.join("run.sqlite")).unwrap();
        }),
        ("too much", "has over", &|part| {
            let file = fs::File::create(part.join("run.sqlite")).unwrap();
            file.set_len(2 << 30).unwrap();
        }),
        ("no store", "not the database", &|part| {
            part.write("run.sqlite", "forged");
        }),
    ];
    for (name, printed, attack) in attacks {
        let _ = fs::remove_dir_all(&upload);
        let part = upload.join("2-of-4");
        fs::create_dir_all(&part).unwrap();
        attack(&part);
        let judged = workflow.judge(2, "success");
        assert_eq!(judged.status, Some(2), "{name}: {}", judged.summary);
        judged.summary.must_have(&[printed]);
        assert_eq!(judged.output, "verdict=error\n", "{name}");
        // The next attempt does not go on with it either.
        let played = workflow.shard(2, 2, "10");
        assert!(!played.status.success(), "{name}");
    }
    // A folder that is a link.
    fs::remove_dir_all(&upload).unwrap();
    fs::create_dir_all(&upload).unwrap();
    symlink(store.parent().unwrap(), upload.join("2-of-4")).unwrap();
    let judged = workflow.judge(2, "success");
    assert_eq!(judged.output, "verdict=error\n", "{}", judged.summary);
}
