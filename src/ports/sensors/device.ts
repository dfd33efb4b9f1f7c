import type {Device} from '../../model/capture-metadata.js';
import type {Read, Sensor} from './sensor.js';

interface HighEntropyValues {
  model?: string;
  platform?: string;
  platformVersion?: string;
}
interface UserAgentData {
  getHighEntropyValues(hints: string[]): Promise<HighEntropyValues>;
}

/** What the browser tells about the device it runs on; all but the user agent string takes a moment. */
export class BrowserDevice implements Sensor<'device'> {
  #values: HighEntropyValues = {};

  start(signal: AbortSignal, onChange: () => void): Read<'device'> {
    void this.#load().then(() => {
      if (!signal.aborted) onChange();
    });
    return () => ({sections: {device: this.#read()}});
  }

  async #load(): Promise<void> {
    const {userAgentData} = navigator as Navigator & {userAgentData?: UserAgentData};
    try {
      const hints = ['model', 'platform', 'platformVersion'];
      this.#values = (await userAgentData?.getHighEntropyValues(hints)) ?? {};
    } catch {
      // Refused by the page's policy: the user agent string is all there is.
    }
  }

  #read(): Device {
    const {model, platform, platformVersion} = this.#values;
    return {
      model: model || undefined,
      os: platform || undefined,
      osVersion: platformVersion || undefined,
      userAgent: navigator.userAgent.slice(0, 1024),
    };
  }
}
