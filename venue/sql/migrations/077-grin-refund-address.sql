-- Nothing is ever returned to an address of GRIN: both wallets make a payment together (REFUND-12). So none is asked for.
update coins set refund_address_required = false where ticker = 'GRIN';
