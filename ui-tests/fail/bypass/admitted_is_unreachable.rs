fn bypass() {
    let _: Option<tollgate::call::admitted::Admitted> = None;
}

fn main() {}
