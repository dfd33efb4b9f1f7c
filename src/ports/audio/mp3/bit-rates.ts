/** Kilobits per second that LAME takes for a layer III of MPEG 1, and of MPEG 2 and 2.5. */
const BIT_RATES_1 = [32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BIT_RATES_2 = [8, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160];

/**
 * The rates that an MP3 can have, in Hz, with the least bit rates, mono and stereo, at which LAME keeps them: below, it
 * takes a lower rate.
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
/** MPEG 2.5 ends here. */
const LARGEST_OF_LOW_RATES = 64;

/** True where an MP3 can have this many samples per second. */
export const hasMp3Rate = (sampleRate: number): boolean => sampleRate in LEAST_BIT_RATES;

/** The bit rate nearest to the wished one that an MP3 of this sample rate has, in kbit/s. */
export function nearestBitRate(sampleRate: number, channels: 1 | 2, wished: number): number {
  const least = LEAST_BIT_RATES[sampleRate]?.[channels - 1] ?? Infinity;
  const most = sampleRate < 16_000 ? LARGEST_OF_LOW_RATES : Infinity;
  const has = (sampleRate < 32_000 ? BIT_RATES_2 : BIT_RATES_1).filter(
    (bitRate) => bitRate >= least && bitRate <= most,
  );
  const distance = (bitRate: number): number => Math.abs(bitRate - wished);
  return has.reduce((best, bitRate) => (distance(bitRate) < distance(best) ? bitRate : best));
}
