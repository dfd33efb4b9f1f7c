import type {Network} from '@sealed-capture/seal/model/capture-metadata.js';
import type {Read, Sensor} from './sensor.js';

interface Connection extends EventTarget {
  readonly type?: string;
}
interface ConnectedNavigator {
  readonly connection?: Connection;
}

/** How the device is connected: the kind of connection, but not the technology of a cellular one. */
export class BrowserNetwork implements Sensor<'network'> {
  readonly #navigator: ConnectedNavigator;

  constructor(from: ConnectedNavigator = navigator as ConnectedNavigator) {
    this.#navigator = from;
  }

  start(signal: AbortSignal, onChange: () => void): Read<'network'> {
    const {connection} = this.#navigator;
    connection?.addEventListener('change', onChange, {signal});
    return () => ({sections: {network: network(connection?.type)}});
  }
}

function network(type: string | undefined): Network {
  switch (type) {
    case undefined:
      return {unavailableReason: 'not_supported'};
    case 'unknown':
      return {unavailableReason: 'not_available'};
    case 'cellular':
      return {wifi: false, cellular: {technologies: []}};
    default:
      return {wifi: type === 'wifi'};
  }
}
