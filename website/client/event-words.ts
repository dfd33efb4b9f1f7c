const LENGTH = 160;

/** True for fields that are specific to this event. */
const isOwn = (name: string): boolean => !(name in Event.prototype) && name !== 'isTrusted';

const wordsOf = (value: unknown): unknown => {
  if (value instanceof Blob) return `${value.type || 'Blob'}, ${value.size} bytes`;
  if (value instanceof Error) return value.message;
  return value;
};

/** The data of an event, in one line: files as type and size. */
export function describeEvent(event: Event): string {
  const fields = Object.keys(event).filter((name) => isOwn(name));
  const text = JSON.stringify(
    Object.fromEntries(
      fields.map((name) => [name, (event as unknown as Record<string, unknown>)[name]]),
    ),
    (_name, value: unknown) => wordsOf(value),
  );
  return text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text;
}
