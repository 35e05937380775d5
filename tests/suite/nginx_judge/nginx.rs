//! An nginx of our own: in a temporary directory, on a free port, until it is dropped.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Debian puts it where the PATH of a user does not lead.
const BINARIES: [&str; 2] = ["nginx", "/usr/sbin/nginx"];

/// How long to wait for it to listen and to write its log.
const PATIENCE: Duration = Duration::from_secs(10);

const POLL: Duration = Duration::from_millis(10);

/// A port can be taken between our finding it free and nginx's taking it.
const TRIES: usize = 5;

/// A running nginx.
pub(super) struct Nginx {
    addr: SocketAddr,
    child: Child,
    home: TempDir,
}

/// One line of its access log.
pub(super) struct Entry {
    /// Since the epoch, to the millisecond.
    pub(super) at: Duration,
    pub(super) status: u16,
}

impl Nginx {
    /// Serves so many pages at `/items`, each naming the next in a `Link` header, and answers 429
    /// beyond `rate` a second and `burst`.
    pub(super) fn start(pages: usize, rate: u32, burst: u32) -> Self {
        for _ in 0..TRIES {
            if let Some(nginx) = Self::try_start(pages, rate, burst) {
                return nginx;
            }
        }
        panic!("nginx did not start in {TRIES} tries; its own words are above");
    }

    fn try_start(pages: usize, rate: u32, burst: u32) -> Option<Self> {
        let home = tempfile::tempdir().expect("a temporary directory");
        let addr = free_port();
        write_pages(&home.path().join("pages"), pages);
        let config = config(addr, pages, rate, burst);
        fs::write(home.path().join("nginx.conf"), config).expect("a configuration is written");
        let mut nginx = Self {
            addr,
            child: spawn(home.path()),
            home,
        };
        nginx.listens().then_some(nginx)
    }

    pub(super) fn addr(&self) -> SocketAddr {
        self.addr
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// Its access log, once it has at least so many lines.
    pub(super) fn log(&self, lines: usize) -> Vec<Entry> {
        let path = self.home.path().join("access.log");
        let since = Instant::now();
        loop {
            let log = fs::read_to_string(&path).unwrap_or_default();
            let whole = log.rfind('\n').map_or("", |end| &log[..end]);
            let entries: Vec<Entry> = whole.lines().map(Entry::read).collect();
            if entries.len() >= lines {
                return entries;
            }
            assert!(
                since.elapsed() < PATIENCE,
                "nginx logged {} of {lines} requests",
                entries.len()
            );
            sleep(POLL);
        }
    }

    fn listens(&mut self) -> bool {
        let since = Instant::now();
        while since.elapsed() < PATIENCE {
            if self.child.try_wait().is_ok_and(|ended| ended.is_some()) {
                return false;
            }
            if TcpStream::connect(self.addr).is_ok() {
                return true;
            }
            sleep(POLL);
        }
        false
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // If it has ended by itself there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Entry {
    /// `1793000000.123 200`
    fn read(line: &str) -> Self {
        let (at, status) = line.split_once(' ').expect("a time and a status");
        let millis = at
            .replace('.', "")
            .parse()
            .expect("seconds with three decimals");
        Self {
            at: Duration::from_millis(millis),
            status: status.parse().expect("a status"),
        }
    }
}

fn spawn(home: &Path) -> Child {
    for binary in BINARIES {
        let mut command = Command::new(binary);
        command
            .arg("-p")
            .arg(home)
            .args(["-c", "nginx.conf"])
            .stdin(Stdio::null());
        match command.spawn() {
            Ok(child) => return child,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => panic!("{binary} could not be started: {error}"),
        }
    }
    panic!(
        "this test needs nginx, as an independent judge, and found neither `nginx` in the PATH nor \
         /usr/sbin/nginx; install it: `apt-get install -y nginx-light`, or nginx of any other system"
    );
}

fn free_port() -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener
        .local_addr()
        .expect("a bound socket has an address")
}

fn write_pages(directory: &Path, pages: usize) {
    fs::create_dir(directory).expect("a directory for the pages");
    for page in 1..=pages {
        let path = directory.join(format!("{page}.json"));
        fs::write(path, format!("[{{\"page\":{page}}}]")).expect("a page is written");
    }
}

/// `limit_req` acts before `try_files` and after `return`: a bare `return` would not be limited.
fn config(addr: SocketAddr, pages: usize, rate: u32, burst: u32) -> String {
    let mut next = String::from("\"\" '</items?page=2>; rel=\"next\"';\n");
    for page in 2..pages {
        let _ = writeln!(next, "{page} '</items?page={}>; rel=\"next\"';", page + 1);
    }
    format!(
        r#"
daemon off;
master_process off;
pid nginx.pid;
error_log stderr error;
events {{ worker_connections 64; }}
http {{
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    log_format judge '$msec $status';
    access_log access.log judge;
    limit_req_zone $binary_remote_addr zone=one:1m rate={rate}r/s;
    limit_req_log_level info;
    map_hash_max_size 8192;
    map $arg_page $page {{ default $arg_page; "" 1; }}
    map $arg_page $next {{ default ""; {next} }}
    server {{
        listen {addr};
        root pages;
        default_type application/json;
        lingering_close off; # a request that closes would be logged five seconds late
        location = /items {{
            limit_req zone=one burst={burst} nodelay;
            limit_req_status 429;
            add_header Link $next;
            try_files /$page.json =404;
        }}
    }}
}}
"#
    )
}
