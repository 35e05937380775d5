fn bypass(response: tollgate::Response<String>) {
    let _: reqwest::Response = response.into();
}

fn main() {}
