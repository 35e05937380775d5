fn bypass(response: tollgate::Response<String>) {
    let _ = response.upgrade();
}

fn main() {}
