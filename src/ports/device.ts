import type {Device} from '../model/capture-metadata.js';

/** What the browser tells about the device it runs on. */
export interface DeviceReader {
  /** Asks for what takes a moment, so that `read` need not. */
  load(): Promise<void>;
  /** What is known so far. */
  read(): Device;
}

interface HighEntropyValues {
  model?: string;
  platform?: string;
  platformVersion?: string;
}
interface UserAgentData {
  getHighEntropyValues(hints: string[]): Promise<HighEntropyValues>;
}

export class BrowserDeviceReader implements DeviceReader {
  #values: HighEntropyValues = {};

  async load(): Promise<void> {
    const {userAgentData} = navigator as Navigator & {userAgentData?: UserAgentData};
    try {
      const hints = ['model', 'platform', 'platformVersion'];
      this.#values = (await userAgentData?.getHighEntropyValues(hints)) ?? {};
    } catch {
      // Refused by the page's policy: the user agent string is all there is.
    }
  }

  read(): Device {
    const {model, platform, platformVersion} = this.#values;
    return {
      model: model || undefined,
      os: platform || undefined,
      osVersion: platformVersion || undefined,
      userAgent: navigator.userAgent.slice(0, 1024),
    };
  }
}
