import type {LitElement} from 'lit';
import type {CaptureAudio} from '../elements/capture-audio.js';
import type {CaptureImage} from '../elements/capture-image.js';
import type {
  CaptureEvent,
  DeliveredEvent,
  FormStateChangeEvent,
  LicensePlateEvent,
  PermissionChangeEvent,
  ProtectedEvent,
  ProtectErrorEvent,
  StorageLowEvent,
  VisibilityChangeEvent,
} from '../elements/events.js';
import type {ShotsCompleteEvent} from '../elements/capture-image/shots/shots-complete-event.js';
import type {ProtectionProvider} from '../elements/protection-provider.js';
import type {SealInspector} from '../elements/seal-inspector.js';
import type {InspectedEvent, InspectErrorEvent} from '../elements/seal-inspector/events.js';

/** The elements by their tag names. */
export interface Elements {
  'capture-audio': CaptureAudio;
  'capture-image': CaptureImage;
  'protection-provider': ProtectionProvider;
  'seal-inspector': SealInspector;
}

export type TagName = keyof Elements;

/** Events of photos and recordings. */
interface CaptureEvents {
  capture: CaptureEvent;
  captured: CaptureEvent;
  protected: ProtectedEvent;
  delivered: DeliveredEvent;
  'protect-error': ProtectErrorEvent;
  'permission-change': PermissionChangeEvent;
  formstatechange: FormStateChangeEvent;
  'storage-low': StorageLowEvent;
}

interface RecordingEvents extends CaptureEvents {
  'visibility-change': VisibilityChangeEvent;
}

interface PhotoEvents extends CaptureEvents {
  'license-plate': LicensePlateEvent;
  'shots-complete': ShotsCompleteEvent;
}

interface InspectionEvents {
  inspected: InspectedEvent;
  'inspect-error': InspectErrorEvent;
}

/** Events by tag name. Those of the elements inside a provider bubble through it. */
interface EventMaps {
  'capture-audio': RecordingEvents;
  'capture-image': PhotoEvents;
  'protection-provider': PhotoEvents & RecordingEvents;
  'seal-inspector': InspectionEvents;
}

export type EventName<Tag extends TagName> = keyof EventMaps[Tag] & string;

/** The event of a name. */
export type EventOf<Tag extends TagName, Name> = Extract<
  EventMaps[Tag][Name & keyof EventMaps[Tag]],
  Event
>;

/** Properties for pages that bring their own service or verification; set by script only. */
type Internal = 'client' | 'reader' | 'verifiers';

type IsSame<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type IsSettable<E, Name extends keyof E> = E[Name] extends (...args: never[]) => unknown
  ? false
  : IsSame<Pick<E, Name>, {-readonly [N in Name]: E[N]}>;

type SettableName<E> = {
  [Name in Exclude<keyof E, keyof LitElement | Internal>]-?: IsSettable<E, Name> extends true
    ? Name
    : never;
}[Exclude<keyof E, keyof LitElement | Internal>];

/** Properties that a page may set on an element. */
export type Properties<Tag extends TagName> = {
  [Name in SettableName<Elements[Tag]>]?: Elements[Tag][Name];
};

/** Names of the callbacks among the properties: `onCapture`, … */
type CallbackName = `on${string}`;

/** The properties without the callbacks, for templates in which names with `on` are listeners. */
export type PropertiesAlone<Tag extends TagName> = Omit<Properties<Tag>, CallbackName>;

type KebabCase<Name> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${KebabCase<Rest>}`
    : `-${Lowercase<First>}${KebabCase<Rest>}`
  : Name;

/** Properties of simple types have attributes, except this one, whose text is too long for markup. */
type AttributeOf<Name, Value> = Name extends 'trustAnchors'
  ? never
  : [Value] extends [string | number | boolean]
    ? Exclude<KebabCase<Name>, Name>
    : never;

type AttributeValue<Value> = [Value] extends [boolean]
  ? '' | 'true' | 'false'
  : [Value] extends [number]
    ? number | `${number}`
    : Value;

/** Attributes whose names are not those of their properties. */
export type Attributes<Tag extends TagName> = {
  [
    Name in keyof Properties<Tag> as AttributeOf<Name, NonNullable<Properties<Tag>[Name]>>
  ]?: AttributeValue<NonNullable<Properties<Tag>[Name]>>;
};

/** Listeners by a prefix and the event's name, without those of `Left`. */
export type Listeners<Tag extends TagName, Prefix extends string, Left extends string = never> = {
  [Name in Exclude<EventName<Tag>, Left> as `${Prefix}${Name}`]?: (
    event: EventOf<Tag, Name>,
  ) => unknown;
};

/** The members of `Own`, which replace those of HTML elements. */
export type Over<Html, Own> = Omit<Html, keyof Own> & Own;
