import type {FastifyBaseLogger} from 'fastify';
import type {Settings} from '../settings/settings.js';
import {
  TimeStampClient,
  type TimeStampClientOptions,
  type TimeStampNotice,
} from './time-stamp-client.js';

type TimeSettings = Pick<
  Settings,
  'timestampAddresses' | 'timestampsPerMinute' | 'timestampTimeout' | 'withoutTimestamp'
>;

/**
 * Opens what stamps the live environment's seals, by its settings. Undefined if its own authority does, or none is
 * required. If a time stamp is required and no authority is configured, the result stamps nothing, so that nothing
 * is sealed.
 *
 * @param anchors roots of time-stamp authorities, PEM
 * @param hasOwn true if the environment has its own authority, which stamps if no addresses are set
 */
export function openTime(
  settings: TimeSettings,
  anchors: () => string,
  hasOwn: boolean,
  told: Pick<TimeStampClientOptions, 'onNotice' | 'onAsked'>,
): TimeStampClient | undefined {
  const {timestampAddresses: addresses, withoutTimestamp} = settings;
  const isOptional = withoutTimestamp === 'seal';
  if (addresses.length === 0 && (hasOwn || isOptional)) return undefined;
  return new TimeStampClient({
    addresses: addresses.map((address) => new URL(address)),
    isOptional,
    anchors,
    perMinute: settings.timestampsPerMinute,
    timeout: settings.timestampTimeout,
    ...told,
  });
}

/** Logs changes; never a digest or a text from an authority. */
export const logNotices =
  (log: FastifyBaseLogger) =>
  (notice: TimeStampNotice): void => {
    switch (notice.name) {
      case 'failing': {
        const {authority, reason} = notice;
        log.warn({authority, reason}, 'A time-stamp authority fails. It is asked again later.');
        return;
      }
      case 'working':
        log.info({authority: notice.authority}, 'A time-stamp authority works again.');
        return;
      case 'budget spent':
        log.warn('As many time stamps were asked for as SEALED_CAPTURE_TIMESTAMP_PER_MINUTE says.');
        return;
      case 'no authority':
        log.warn(
          'The live environment seals nothing, as it has no time-stamp authority: set SEALED_CAPTURE_TIMESTAMP, or SEALED_CAPTURE_WITHOUT_TIMESTAMP to seal.',
        );
        return;
    }
  };
