fn bypass(error: tollgate::Error<String>) {
    let _: reqwest::Error = error.into();
}

fn main() {}
