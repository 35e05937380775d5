fn bypass() {
    let _: Option<tollgate::call::Draft> = None;
}

fn main() {}
