import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockText,
  dateText,
  dayClass,
  isoText,
  minuteText,
  momentText,
  shortDateText,
  utcDay,
  zonedText,
} from '../../../src/domain/dates.ts';

const at = (text: string): number => Date.parse(`${text}Z`);

describe('dates are UTC (CHART-05)', () => {
  it('writes date, time and minute', () => {
    const time = at('2026-01-05T03:04:05.678');
    expect(dateText(time)).toBe('2026-01-05');
    expect(clockText(time)).toBe('03:04:05');
    expect(minuteText(time)).toBe('2026-01-05 03:04');
    expect(isoText(time)).toBe('2026-01-05T03:04:05.678Z');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])('has no words for %d', (time) => {
    for (const write of [dateText, clockText, minuteText, isoText]) expect(write(time)).toBeNull();
  });

  it.each([
    ['2026-01-05T00:00:00', '2026-01-05T23:59:59', 'today'],
    ['2026-01-05T00:00:01', '2026-01-05T00:00:00', 'today'],
    ['2026-01-06T00:00:30', '2026-01-05T23:59:59', 'today'],
    ['2026-01-04T23:59:59', '2026-01-05T00:00:00', 'yesterday'],
    ['2026-01-04T00:00:00', '2026-01-05T23:59:59', 'yesterday'],
    ['2026-01-03T23:59:59', '2026-01-05T00:00:00', 'older'],
    ['2025-12-31T23:59:59', '2026-01-01T00:00:00', 'yesterday'],
  ])('a trade of %s seen at %s is of %s', (time, now, expected) => {
    expect(dayClass(at(time), at(now))).toBe(expected);
  });

  it('counts calendar days, not 24 hours', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 3 * 86_400_000 }),
        (now, age) => {
          const time = Math.max(0, now - age);
          const days = (Date.parse(`${dateText(now)}Z`) - Date.parse(`${dateText(time)}Z`)) / 86_400_000;
          expect(dayClass(time, now)).toBe(['today', 'yesterday'][days] ?? 'older');
        },
      ),
    );
  });
});

describe('dates of the histories (HISTORY-07)', () => {
  it.each([
    ['2026-01-05T03:04:05', 'Jan 5, 2026', '03:04:05'],
    ['2025-12-31T23:59:59', 'Dec 31, 2025', '23:59:59'],
    ['2024-02-29T00:00:00', 'Feb 29, 2024', '00:00:00'],
  ])('%s is %s, %s', (time, date, clock) => {
    expect(shortDateText(at(time), 'en')).toBe(date);
    expect(clockText(at(time))).toBe(clock);
  });

  it.each([
    ['en', 'Jan 5, 2026', 'Dec 31, 2025, 23:59'],
    ['es', '5 ene 2026', '31 dic 2025, 23:59'],
    ['fr', '5 janv. 2026', '31 déc. 2025, 23:59'],
    ['pt', '5 de jan. de 2026', '31 de dez. de 2025, 23:59'],
    ['de', '5. Jan. 2026', '31. Dez. 2025, 23:59'],
    ['ru', '5 янв. 2026 г.', '31 дек. 2025 г., 23:59'],
  ])('in %s are %s and, with the minute, %s', (language, date, moment) => {
    expect(shortDateText(at('2026-01-05T00:00:00'), language)).toBe(date);
    expect(momentText(at('2025-12-31T23:59:59'), language)).toBe(moment);
    expect(momentText(at('2026-01-05T00:04:00'), language)).toBe(`${date}, 00:04`);
  });

  it('have no words for a time that no calendar holds', () => {
    expect(shortDateText(Number.NaN, 'en')).toBeNull();
    expect(momentText(8.64e15 + 1, 'de')).toBeNull();
    expect(clockText(Number.NaN)).toBeNull();
    expect(zonedText(Number.NaN, 'UTC')).toBeNull();
  });

  it.each([
    ['2026-01-05T23:30:00', 'Europe/Berlin', '2026-01-06T00:30:00+01:00'],
    ['2026-07-05T23:30:00.999', 'Europe/Berlin', '2026-07-06T01:30:00+02:00'],
    // The repeated and the skipped hour.
    ['2026-10-25T00:30:00', 'Europe/Berlin', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30:00', 'Europe/Berlin', '2026-10-25T02:30:00+01:00'],
    ['2026-03-29T01:00:00', 'Europe/Berlin', '2026-03-29T03:00:00+02:00'],
    ['2026-01-05T00:00:00', 'America/St_Johns', '2026-01-04T20:30:00-03:30'],
    ['2026-01-05T00:00:00', 'Asia/Kathmandu', '2026-01-05T05:45:00+05:45'],
    ['2026-01-05T00:00:00', 'UTC', '2026-01-05T00:00:00+00:00'],
    ['0999-06-01T00:00:00', 'UTC', '0999-06-01T00:00:00+00:00'],
  ])('%s in %s is %s', (time, zone, text) => expect(zonedText(at(time), zone)).toBe(text));

  it('a zoned text names the same instant', () => {
    const times = fc.integer({ min: Date.UTC(1980, 0, 1), max: Date.UTC(2100, 0, 1) });
    const zones = fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata');
    fc.assert(
      fc.property(times, zones, (time, zone) => {
        const read = Date.parse(zonedText(time, zone) ?? '');
        expect(read).toBe(Math.floor(time / 1000) * 1000);
      }),
    );
  });

  it('a day runs to its last millisecond', () => {
    expect(utcDay('2026-01-31')).toEqual({
      first: at('2026-01-31T00:00:00'),
      last: at('2026-01-31T23:59:59.999'),
    });
  });

  it.each(['', '2026-02-30', '2026-13-01', '2026-1-5', '20260105', '2026-01-05T00:00:00', '+012026-01-05'])(
    '%j is no day',
    (text) => expect(utcDay(text)).toBeNull(),
  );
});
