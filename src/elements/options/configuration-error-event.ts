import type {ConfigurationErrorDetail} from '@sealed-capture/seal/model/protection-config.js';
import {ElementEvent} from './element-event.js';

/** An option is invalid, and is not used. */
export class ConfigurationErrorEvent
  extends ElementEvent<ConfigurationErrorDetail>
  implements ConfigurationErrorDetail
{
  declare readonly option: string;
  declare readonly value: string;
  declare readonly message: string;
  declare readonly code: 'configuration_invalid';

  constructor(detail: ConfigurationErrorDetail) {
    super('configuration-error', detail);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'configuration-error': ConfigurationErrorEvent;
  }
}
