/**
 * The subunits of each currency that are worth one US dollar. The rates are fixed, so that a test gives the
 * same answer on any day. A currency without subunits counts whole units (SIL-119).
 */
const subunitsPerDollar: Readonly<Record<string, number>> = {
  USD: 100,
  AUD: 150,
  BRL: 500,
  CAD: 135,
  CHF: 90,
  CLP: 900,
  CNY: 700,
  COP: 4_000,
  CZK: 2_300,
  DKK: 680,
  EUR: 90,
  GBP: 80,
  HKD: 780,
  HUF: 360,
  IDR: 15_000,
  ILS: 370,
  INR: 8_300,
  JPY: 150,
  KRW: 1_300,
  MXN: 1_700,
  MYR: 450,
  NOK: 1_050,
  NZD: 165,
  PHP: 5_600,
  PLN: 400,
  RUB: 9_000,
  SEK: 1_050,
  SGD: 135,
  THB: 3_500,
  TRY: 3_000,
  TWD: 32,
  VND: 24_000,
  ZAR: 1_850,
}

/** The currencies whose amounts have no subunits. */
const wholeCurrencies = new Set(['CLP', 'COP', 'HUF', 'IDR', 'JPY', 'KRW', 'TWD', 'VND'])

/** Returns an amount in subunits as decimal text of a currency, such as `12.34`. */
export function amountText(subunits: bigint, currency: string): string {
  if (wholeCurrencies.has(currency)) return String(subunits)
  return `${subunits / 100n}.${String(subunits % 100n).padStart(2, '0')}`
}

/** Returns the number of subunits in a unit of a currency: 1 if it has none. */
export const subunitsOf = (currency: string): bigint => (wholeCurrencies.has(currency) ? 1n : 100n)

const DECIMALS = 6
const SCALE = 1_000_000n

/**
 * Returns a quotient as decimal text with up to six decimals, rounded half up and without zeros at the end;
 * undefined if it would be a division by zero.
 *
 * @param dividend 0 or more.
 */
export function ratioText(dividend: bigint, divisor: bigint): string | undefined {
  if (divisor === 0n) return undefined
  const scaled = (dividend * SCALE * 2n + divisor) / (divisor * 2n)
  let [fraction, decimals] = [scaled % SCALE, DECIMALS]
  if (fraction === 0n) return String(scaled / SCALE)
  for (; fraction % 10n === 0n; decimals -= 1) fraction /= 10n
  return `${scaled / SCALE}.${String(fraction).padStart(decimals, '0')}`
}

/** The currencies that an ad account can have. */
export const currencies = Object.keys(subunitsPerDollar)

/** Converts US cents to subunits of a currency, rounded up. An unknown currency counts as US dollars. */
export function fromUsdCents(cents: number, currency: string): number {
  return Math.ceil((cents * (subunitsPerDollar[currency] ?? 100)) / 100)
}
