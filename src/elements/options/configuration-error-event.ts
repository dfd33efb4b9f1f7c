import type {ConfigurationErrorDetail} from '@sealed-capture/seal/model/protection-config.js';

/**
 * An option is invalid, and is not used. It bubbles and is composed, and has its fields both on `detail` and on itself.
 * It shares no code with the events of captures, because the inspector has none of those.
 */
export class ConfigurationErrorEvent
  extends CustomEvent<ConfigurationErrorDetail>
  implements ConfigurationErrorDetail
{
  declare readonly option: string;
  declare readonly value: string;
  declare readonly message: string;
  declare readonly code: 'configuration_invalid';

  constructor(detail: ConfigurationErrorDetail) {
    super('configuration-error', {detail, bubbles: true, composed: true});
    Object.assign(this, detail);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'configuration-error': ConfigurationErrorEvent;
  }
}
