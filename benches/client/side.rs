//! The clients that are compared.

use std::sync::Arc;

use crate::bare::Bare;
use crate::item::Item;
use crate::shop::{Shop, shop};

const TOKEN: &str = "a-token-of-the-usual-length-0123456789";

/// One of the clients.
#[derive(Clone)]
pub(crate) struct Side {
    pub(crate) name: &'static str,
    client: Client,
    item: Arc<Item>,
}

#[derive(Clone)]
enum Client {
    Tollgate(Shop),
    Bare(Bare),
}

impl Side {
    pub(crate) fn tollgate(base: &str) -> Self {
        Self::new("tollgate", Client::Tollgate(shop(base, TOKEN)))
    }

    pub(crate) fn bare(base: &str, timeout: bool) -> Self {
        let name = if timeout {
            "reqwest"
        } else {
            "reqwest, no timeout"
        };
        Self::new(name, Client::Bare(Bare::new(base, TOKEN, timeout)))
    }

    fn new(name: &'static str, client: Client) -> Self {
        let item = Arc::new(Item::sample());
        Self { name, client, item }
    }

    pub(crate) async fn get(&self) -> Item {
        match &self.client {
            Client::Tollgate(shop) => shop.item(self.item.id).await.expect("an item"),
            Client::Bare(bare) => bare.item(self.item.id).await,
        }
    }

    pub(crate) async fn post(&self) -> Item {
        match &self.client {
            Client::Tollgate(shop) => shop.create(&self.item).await.expect("an item"),
            Client::Bare(bare) => bare.create(&self.item).await,
        }
    }
}
