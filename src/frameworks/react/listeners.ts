import type {EventName} from '@lit/react';
import type {EventOf, TagName} from '../elements.js';
import type {ListenerNames} from './component.js';

/** Names in the form of `@lit/react`, with the events' types. */
export const listenersOf = <Tag extends TagName>(names: ListenerNames<Tag>) =>
  names as unknown as {
    [Name in keyof ListenerNames<Tag>]: EventName<EventOf<Tag, ListenerNames<Tag>[Name]>>;
  };
