import type {Read, Sensor} from './sensor.js';

interface HighEntropyValues {
  model?: string;
  platform?: string;
  platformVersion?: string;
}
interface DeviceNavigator {
  readonly userAgent: string;
  readonly userAgentData?: {getHighEntropyValues(hints: string[]): Promise<HighEntropyValues>};
}

/** What the browser reports about the device. Everything except the user agent string is asynchronous. */
export class BrowserDevice implements Sensor<'device'> {
  readonly #navigator: DeviceNavigator;

  constructor(from: DeviceNavigator = navigator) {
    this.#navigator = from;
  }

  start(signal: AbortSignal, onChange: () => void): Read<'device'> {
    const {userAgent, userAgentData} = this.#navigator;
    let values: HighEntropyValues = {};
    userAgentData
      ?.getHighEntropyValues(['model', 'platform', 'platformVersion'])
      .then((found) => {
        values = found;
        if (!signal.aborted) onChange();
      })
      // Refused by the page's policy: only the user agent string is known.
      .catch(() => undefined);
    return () => {
      const {model, platform, platformVersion} = values;
      const device = {
        model: model || undefined,
        os: platform || undefined,
        osVersion: platformVersion || undefined,
        userAgent: userAgent.slice(0, 1024),
      };
      return {sections: {device}};
    };
  }
}
