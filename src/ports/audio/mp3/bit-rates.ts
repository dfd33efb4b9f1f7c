/** Bit rates in kbit/s that LAME supports for layer III of MPEG 1, and of MPEG 2 and 2.5. */
const BIT_RATES_1 = [32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BIT_RATES_2 = [8, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160];

/**
 * Sample rates of MP3 in Hz, with the lowest bit rates, mono and stereo, at which LAME keeps them; below, it lowers
 * the sample rate.
 */
const LEAST_BIT_RATES: Record<number, readonly [mono: number, stereo: number]> = {
  8_000: [8, 8],
  11_025: [16, 32],
  12_000: [16, 32],
  16_000: [16, 32],
  22_050: [32, 48],
  24_000: [40, 64],
  32_000: [48, 80],
  44_100: [64, 112],
  48_000: [64, 128],
};
/** Highest bit rate of MPEG 2.5. */
const LARGEST_OF_LOW_RATES = 64;

/** True if an MP3 can have this many samples per second. */
export const hasMp3Rate = (sampleRate: number): boolean => sampleRate in LEAST_BIT_RATES;

/** The bit rate in kbit/s that is nearest to the requested one among those of this sample rate. */
export function nearestBitRate(sampleRate: number, channels: 1 | 2, wished: number): number {
  const least = LEAST_BIT_RATES[sampleRate]?.[channels - 1] ?? Infinity;
  const most = sampleRate < 16_000 ? LARGEST_OF_LOW_RATES : Infinity;
  const has = (sampleRate < 32_000 ? BIT_RATES_2 : BIT_RATES_1).filter(
    (bitRate) => bitRate >= least && bitRate <= most,
  );
  const distance = (bitRate: number): number => Math.abs(bitRate - wished);
  return has.reduce((best, bitRate) => (distance(bitRate) < distance(best) ? bitRate : best));
}
