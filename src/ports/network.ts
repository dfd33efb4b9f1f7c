import type {Network} from '../model/capture-metadata.js';

/** How the device is connected. */
export interface NetworkReader {
  read(): Network;
}

export class BrowserNetworkReader implements NetworkReader {
  /** The browser tells the kind of connection, never the technology of a cellular one. */
  read(): Network {
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
}
