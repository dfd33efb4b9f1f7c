/** A distance in metres as "40 m" or "1.2 km", without digits that its accuracy (metres) does not support. */
export function distanceText(metres: number, locale: string, accuracy = 0): string {
  const step = accuracy > 0 ? 10 ** Math.floor(Math.log10(accuracy)) : 0;
  // Never rounded to nothing.
  const rounded = step > 0 ? Math.max(1, Math.round(metres / step)) * step : metres;
  const [value, unit] = rounded < 1000 ? [rounded, 'meter'] : [rounded / 1000, 'kilometer'];
  const maximumFractionDigits = step === 0 ? 3 : value < 10 ? 1 : 0;
  return new Intl.NumberFormat(locale, {style: 'unit', unit, maximumFractionDigits}).format(value);
}
