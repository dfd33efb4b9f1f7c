/** An object with all methods of these; where several have one of a name, it is that of the first. */
type Together<Parts> = Parts extends [infer First, ...infer Rest]
  ? First & Omit<Together<Rest>, keyof First>
  : unknown;

/** Answers calls with several objects: each method is that of the first that has one of its name. */
export const together = <Parts extends object[]>(...parts: Parts): Together<Parts> =>
  new Proxy(
    {},
    {
      get(_, name) {
        const part = parts.find((one) => name in one) as Partial<
          Record<typeof name, () => unknown>
        >;
        return part?.[name]?.bind(part);
      },
    },
  ) as Together<Parts>;
