/** JSON that strict readers accept: a lone surrogate has no UTF-8, and its escape is refused, so it becomes U+FFFD. */
export const strictJson = (value: unknown): string =>
  JSON.stringify(value).replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (escape, half?: string) =>
    half === undefined ? escape : '\ufffd',
  );
