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
import type {ConfigurationErrorEvent} from '../elements/options/configuration-error-event.js';
import type {optionGroups} from '../elements/options/table.js';
import type {JobDoneEvent, ShotsCompleteEvent} from '../elements/capture-image/shots/job-events.js';
import type {FillChangeEvent} from '../elements/capture-image/fill/fill-change-event.js';
import type {ProtectionProvider} from '../elements/protection-provider.js';
import type {SealInspector} from '../elements/seal-inspector.js';
import type {InspectedEvent, InspectErrorEvent} from '../elements/seal-inspector/events.js';
import type {SetsJudgedEvent} from '../elements/seal-inspector/sets/sets-judged-event.js';

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
  'configuration-error': ConfigurationErrorEvent;
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
  'job-done': JobDoneEvent;
  'fill-change': FillChangeEvent;
}

interface InspectionEvents {
  inspected: InspectedEvent;
  'inspect-error': InspectErrorEvent;
  'sets-judged': SetsJudgedEvent;
  'configuration-error': ConfigurationErrorEvent;
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

/** A group of rows of the table of options that an element has. */
type Group<Tag extends TagName> = (typeof optionGroups)[Tag][number];

type NameIn<Rows> = Rows extends unknown ? keyof Rows : never;

type OptionName<Tag extends TagName> = NameIn<Group<Tag>> & keyof Elements[Tag];

/** Properties that a page may set on an element; null and undefined mean the default. */
export type Properties<Tag extends TagName> = {
  [Name in OptionName<Tag>]?: Elements[Tag][Name] | null;
} & ('form' extends keyof Elements[Tag] ? {form?: string | null} : unknown);

/** Names of the callbacks among the properties: `onCapture`, … */
type CallbackName = `on${string}`;

/** The properties without the callbacks, for templates in which names with `on` are listeners. */
export type PropertiesAlone<Tag extends TagName> = Omit<Properties<Tag>, CallbackName>;

type KebabCase<Name> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${KebabCase<Rest>}`
    : `-${Lowercase<First>}${KebabCase<Rest>}`
  : Name;

/** Names of the options that scripts alone set. */
type WithoutAttribute<Rows> = Rows extends unknown
  ? {[Name in keyof Rows]: Rows[Name] extends {attribute: false} ? Name : never}[keyof Rows]
  : never;

/** The attribute of an option of a simple type. */
type AttributeOf<Name, Value> = [Value] extends [string | number | boolean]
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
    Name in Exclude<OptionName<Tag>, WithoutAttribute<Group<Tag>>> as AttributeOf<
      Name,
      NonNullable<Elements[Tag][Name]>
    >
  ]?: AttributeValue<NonNullable<Elements[Tag][Name]>> | null;
};

/** Listeners by a prefix and the event's name, without those of `Left`. */
export type Listeners<Tag extends TagName, Prefix extends string, Left extends string = never> = {
  [Name in Exclude<EventName<Tag>, Left> as `${Prefix}${Name}`]?: (
    event: EventOf<Tag, Name>,
  ) => unknown;
};

/** The members of `Own`, which replace those of HTML elements. */
export type Over<Html, Own> = Omit<Html, keyof Own> & Own;
