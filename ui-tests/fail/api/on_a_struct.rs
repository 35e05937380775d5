#[tollgate::api(base_url = "https://api.example.com")]
pub struct Notes {
    pub open: bool,
}

fn main() {
    let _ = Notes { open: true };
}
