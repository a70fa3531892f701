//! A use of everything that `clippy.toml` disallows, and that is known without other crates. `cargo xtask check-layers`
//! checks that Clippy refuses each of these lines. This file is not compiled otherwise.

#![allow(unused, unreachable_code, deprecated, clippy::let_unit_value)]

#[allow(clippy::too_many_arguments)]
fn types(
    _: std::time::Instant,
    _: std::time::SystemTime,
    _: std::fs::File,
    _: std::fs::OpenOptions,
    _: std::fs::DirBuilder,
    _: std::process::Command,
    _: std::net::TcpListener,
    _: std::net::TcpStream,
    _: std::net::UdpSocket,
    _: std::os::unix::net::UnixListener,
    _: std::os::unix::net::UnixStream,
    _: std::os::unix::net::UnixDatagram,
) {
}

fn methods(path: &std::path::Path, pair: &std::sync::Condvar, ends: &std::sync::mpsc::Receiver<u8>) {
    let _ = std::thread::sleep(std::time::Duration::ZERO);
    let _ = std::thread::park_timeout(std::time::Duration::ZERO);
    let _ = ends.recv_timeout(std::time::Duration::ZERO);
    let _ = pair.wait_timeout(std::sync::Mutex::new(0).lock().unwrap(), std::time::Duration::ZERO);
    let _ = pair.wait_timeout_while(std::sync::Mutex::new(0).lock().unwrap(), std::time::Duration::ZERO, |_| false);
    let _ = std::fs::canonicalize("");
    let _ = std::fs::copy("", "");
    let _ = std::fs::create_dir("");
    let _ = std::fs::create_dir_all("");
    let _ = std::fs::exists("");
    let _ = std::fs::hard_link("", "");
    let _ = std::fs::metadata("");
    let _ = std::fs::read("");
    let _ = std::fs::read_dir("");
    let _ = std::fs::read_link("");
    let _ = std::fs::read_to_string("");
    let _ = std::fs::remove_dir("");
    let _ = std::fs::remove_dir_all("");
    let _ = std::fs::remove_file("");
    let _ = std::fs::rename("", "");
    let _ = std::fs::set_permissions("", todo!());
    let _ = std::fs::symlink_metadata("");
    let _ = std::fs::write("", "");
    let _ = path.canonicalize();
    let _ = path.exists();
    let _ = path.is_dir();
    let _ = path.is_file();
    let _ = path.is_symlink();
    let _ = path.metadata();
    let _ = path.read_dir();
    let _ = path.read_link();
    let _ = path.symlink_metadata();
    let _ = path.try_exists();
    let _ = std::env::args();
    let _ = std::env::args_os();
    let _ = std::env::current_dir();
    let _ = std::env::current_exe();
    let _ = unsafe { std::env::remove_var("") };
    let _ = std::env::set_current_dir("");
    let _ = unsafe { std::env::set_var("", "") };
    let _ = std::env::temp_dir();
    let _ = std::env::var("");
    let _ = std::env::var_os("");
    let _ = std::env::vars();
    let _ = std::env::vars_os();
    let _ = || std::process::exit(1);
    let _ = || std::process::abort();
    let _ = std::hash::RandomState::new();
}
