//! What the audit says about workspaces, and what it says nothing about.

mod descriptions;
mod fragments;
mod hosts;
mod manifests;
mod names;
mod reports;
mod settings;
mod workspace;
