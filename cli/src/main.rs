//! The binary `tollgate`; all of it is in the library beside it.

fn main() -> std::process::ExitCode {
    tollgate_cli::run()
}
