import type { Rule } from './transferRules.ts';

/** The text that is sealed, as `seal_entries` has it (`venue/sql/schema.sql`). */
const TEXTS = `select e.id, entry_line(e) || coalesce(p.lines, '') as text
    from entries e left join (
      select entry_id, string_agg(posting_line(postings), '' order by posting_line(postings) collate "C") as lines
      from postings group by entry_id) p on p.entry_id = e.id
  union all
  select p.id, pruning_text(p) from prunings p
  union all
  select o.id, operation_text(o) from operations o`;

/** Seals of the journal (LEDGER-04). */
export const SEAL_RULES: readonly Rule[] = [
  {
    name: 'an entry is not what was sealed',
    sql: `select 'entry ' || s.entry_id as what, 'LEDGER' as coin, 0 as found, 1 as wanted
      from seals s join (${TEXTS}) t on t.id = s.entry_id
      where s.digest <> sha256(convert_to(t.text, 'UTF8'))`,
  },
  {
    name: 'a sealed entry is missing',
    sql: `select 'entry ' || s.entry_id as what, 'LEDGER' as coin, 0 as found, 1 as wanted
      from seals s left join entries e on e.id = s.entry_id left join prunings p on p.id = s.entry_id
        left join operations o on o.id = s.entry_id
        left join (select unnest(entries) as id from prunings) pruned on pruned.id = s.entry_id
      where e.id is null and p.id is null and o.id is null and pruned.id is null`,
  },
  {
    name: 'an entry has no seal and waits for none',
    sql: `select 'entry ' || w.id as what, 'LEDGER' as coin, 0 as found, 1 as wanted
      from (select id from entries union all select id from prunings union all select id from operations) w
        left join seals s on s.entry_id = w.id left join unsealed u on u.entry_id = w.id
      where s.entry_id is null and u.entry_id is null`,
  },
  {
    name: 'a seal does not follow from the one before',
    sql: `select 'seal ' || number as what, 'LEDGER' as coin, number as found, place as wanted
      from (
        select number, hash, digest, row_number() over seals as place,
          lag(hash, 1, decode(repeat('00', 32), 'hex')) over seals as before
        from seals window seals as (order by number)) chained
      where number <> place or hash <> sha256(before || digest)`,
  },
  {
    name: 'a published head of the ledger is not in it',
    sql: `select 'seal ' || h.number as what, 'LEDGER' as coin, 0 as found, 1 as wanted
      from ledger_heads h left join seals s on s.number = h.number
      where s.hash is distinct from h.hash`,
  },
];
