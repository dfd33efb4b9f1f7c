import type {Network} from '../../model/capture-metadata.js';
import type {Read, Sensor} from './sensor.js';

/** How the device is connected: the kind of connection, never the technology of a cellular one. */
export class BrowserNetwork implements Sensor<'network'> {
  start(): Read<'network'> {
    return () => ({sections: {network: connected()}});
  }
}

function connected(): Network {
  const {connection} = navigator as Navigator & {connection?: {type?: string}};
  switch (connection?.type) {
    case undefined:
      return {unavailableReason: 'not_supported'};
    case 'unknown':
      return {unavailableReason: 'not_available'};
    default:
      return {wifi: connection?.type === 'wifi'};
  }
}
