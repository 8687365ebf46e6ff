import { IS_UNRETURNED, isReturn, LEFT, LOCKED, RETURNED, UNCREDITED } from '../coins/stages.ts';

export const TRANSFER_RULES: readonly Rule[] = [
  {
    name: 'what is locked for withdrawals is not what waits to leave',
    isQuick: true,
    sql: `select 'house withdrawals' as what, coalesce(h.currency, w.coin) as coin, coalesce(h.amount, 0) as found,
        coalesce(w.locked, 0) as wanted
      from (select * from house_balances where name = 'withdrawals') h full join (
          select coin, sum(amount + fee::numeric) as locked from withdrawals 
            where stage in ${LOCKED}
          group by coin) w on w.coin = h.currency
      where coalesce(h.amount, 0) <> coalesce(w.locked, 0)`,
  },
  {
    name: 'what went out and came in is not what withdrawals and deposits say',
    sql: `select 'house chain' as what, coalesce(h.currency, m.coin) as coin, coalesce(h.amount, 0) as found,
        coalesce(m.amount, 0) as wanted
      from (select * from house_balances where name = 'chain') h full join (
          select coin, sum(amount) as amount from (
            select coin, amount + fee::numeric as amount from withdrawals where stage in ${LEFT}
            union all
            select coin, -amount::numeric from deposits where stage = 'credited' or kept_at is not null) moves
          group by coin) m
        on m.coin = h.currency
      where coalesce(h.amount, 0) <> coalesce(m.amount, 0)`,
  },
  {
    name: 'what is kept apart is not what came in, is not credited and has not been returned',
    isQuick: true,
    sql: `select 'house unreturned' as what, coalesce(h.currency, d.coin) as coin, coalesce(h.amount, 0) as found,
        coalesce(d.amount, 0) as wanted
      from (select * from house_balances where name = 'unreturned') h full join (
          select d.coin, sum(d.amount) as amount from deposits d where ${IS_UNRETURNED} group by d.coin) d
        on d.coin = h.currency
      where coalesce(h.amount, 0) <> coalesce(d.amount, 0)`,
  },
  {
    name: 'the deposit fees kept are not those of the credited deposits',
    sql: `select 'house deposit-fees' as what, coalesce(h.currency, d.coin) as coin, coalesce(h.amount, 0) as found,
        coalesce(d.fees, 0) as wanted
      from (select * from house_balances where name = 'deposit-fees') h full join (
          select coin, sum(fee) as fees from deposits where stage = 'credited' group by coin) d on d.coin = h.currency
      where coalesce(h.amount, 0) <> coalesce(d.fees, 0)`,
  },
  {
    name: 'what was paid out of the fees is not what two operators have approved',
    sql: `with approved as (
        select split_part(subject, '=', 1) as coin, split_part(subject, ':', 2) as account,
          split_part(split_part(subject, '=', 2), ':', 1)::numeric * 100000000 as units
        from operations where action = 'pay-out')
      select coalesce(p.holder, o.holder) as what, coalesce(p.coin, o.coin) as coin, coalesce(p.units, 0) as found,
        coalesce(o.units, 0) as wanted
      from (select coalesce('account ' || p.account_id, 'house ' || p.house) as holder, p.currency as coin,
              sum(p.available) as units
            from postings p join entries e on e.id = p.entry_id where e.kind = 'payout' or p.house = 'paid-out'
            group by 1, 2) p
        full join (
          select holder, coin, sum(units) as units from (
            select 'account ' || account as holder, coin, units from approved
            union all select 'house paid-out', coin, -units from approved) holders
          group by 1, 2) o
        on o.holder = p.holder and o.coin = p.coin
      where coalesce(p.units, 0) <> coalesce(o.units, 0)`,
  },
  {
    name: 'what the venue covers is not what deposits that were undone have cost it',
    sql: `select 'house losses' as what, coalesce(h.currency, d.coin) as coin, coalesce(h.amount, 0) as found,
        coalesce(d.cost, 0) as wanted
      from (select * from house_balances where name = 'losses') h full join (
          select coin, -sum(covered) as cost from deposits group by coin having sum(covered) > 0) d
        on d.coin = h.currency
      where coalesce(h.amount, 0) <> coalesce(d.cost, 0)`,
  },
  {
    name: 'a deposit is credited or kept apart and its chain does not confirm it',
    sql: `select 'deposit ' || d.id as what, d.coin, d.amount as found, coalesce(p.amount, 0) as wanted
      from deposits d join chains c on c.coin = d.coin
        left join payments p on p.coin = d.coin and p.tx_hash = d.tx_hash and p.output = d.output and not p.is_dropped
          and p.height <= c.height - c.confirmations + 1
      where (d.stage = 'credited' or d.kept_at is not null) and p.amount is distinct from d.amount`,
  },
  {
    name: 'a withdrawal has left and its payment is not on the chain as it was asked for',
    sql: `select 'withdrawal ' || w.id as what, w.coin, w.amount as found, coalesce(p.amount, 0) as wanted
      from withdrawals w join chains c on c.coin = w.coin
        left join payments p on p.coin = w.coin and p.tx_hash = w.tx_hash and p.output = w.output and not p.is_dropped
          and p.address is not distinct from w.address
      where w.stage in ${LEFT} and (p.amount is distinct from w.amount
        or (w.stage = 'completed') is distinct from coalesce(p.height <= c.height - c.confirmations + 1, false))`,
  },
  {
    name: 'a withdrawal has failed and its payment is still on the chain',
    sql: `select 'withdrawal ' || w.id as what, w.coin, w.amount as found, 0 as wanted
      from withdrawals w join payments p on p.coin = w.coin and p.tx_hash = w.tx_hash and p.output = w.output
      where w.stage in ${RETURNED} and not p.is_dropped`,
  },
  {
    name: 'a deposit is said to be returned, and has no return, or the other way round',
    sql: `select 'deposit ' || d.id as what, d.coin, count(w.id) as found, (d.kept_as = 'returned')::integer as wanted
      from deposits d left join withdrawals w on ${isReturn('w')}
      where d.kept_at is not null group by d.id having (d.kept_as = 'returned')::integer <> count(w.id)`,
  },
  {
    name: 'a deposit has not moved what it should',
    sql: `select 'deposit ' || coalesce(d.id, p.transfer_id) as what, coalesce(d.coin, p.currency) as coin,
        coalesce(p.moved, 0) as found, coalesce(d.due, 0) as wanted
      from (select d.id, d.account_id, d.coin, case
                when d.stage = 'credited' then d.amount - d.fee
                -- Returned, and lost by its chain since: what the account has paid back.
                when d.stage in ${UNCREDITED} and d.kept_at is null and w.id is not null then d.covered - d.amount
                else d.covered end as due
            from deposits d left join withdrawals w on ${isReturn('w')}) d
        full join (
          select e.transfer_id, p.account_id, p.currency, sum(p.available) as moved
          from postings p join entries e on e.id = p.entry_id
          where e.kind = 'deposit' and p.account_id is not null group by 1, 2, 3) p
        on p.transfer_id = d.id and p.account_id = d.account_id and p.currency = d.coin
      where coalesce(p.moved, 0) <> coalesce(d.due, 0)`,
  },
  {
    name: 'a withdrawal has not moved what it should',
    sql: `select 'withdrawal ' || coalesce(w.id, p.transfer_id) as what, coalesce(w.coin, p.currency) as coin,
        coalesce(p.moved, 0) as found, coalesce(w.due, 0) as wanted
      from (select id, account_id, coin,
              case when stage in ${RETURNED} or returns is not null then 0 else -(amount + fee::numeric) end as due
            from withdrawals) w
        full join (
          select e.transfer_id, p.account_id, p.currency, sum(p.available) as moved
          from postings p join entries e on e.id = p.entry_id
          where e.kind = 'withdrawal' and p.account_id is not null group by 1, 2, 3) p
        on p.transfer_id = w.id and p.account_id = w.account_id and p.currency = w.coin
      where coalesce(p.moved, 0) <> coalesce(w.due, 0)`,
  },
  {
    name: 'an answer under a key names a withdrawal that is not there',
    sql: `select 'account ' || i.account_id as what, '' as coin, 0 as found, 1 as wanted
      from intents i left join withdrawals w on w.id = (i.outcome ->> 'withdrawal')::uuid and w.account_id = i.account_id
      where i.outcome ? 'withdrawal' and w.id is null`,
  },
];

export interface Rule {
  readonly name: string;
  /** Violations: `what` (account, order or entry), `coin`, and `found` and `wanted` in units. */
  readonly sql: string;
  /** Whether it reads balances and open transfers only. */
  readonly isQuick?: true;
}
