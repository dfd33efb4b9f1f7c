/** Imports by which the engine reads the time: milliseconds since 1970, and a Date. Their names end in a hash. */
const clocks: readonly {name: RegExp; at: (time: Date) => () => unknown}[] = [
  {name: /^__wbg_now_/, at: (time) => () => time.getTime()},
  {name: /^__wbg_new_0_/, at: (time) => () => new Date(time)},
];

/**
 * Runs `start`, which starts this thread's engine, and gives the engine a clock that always shows `time`. Other
 * code of the thread keeps the real clock. The engine has no setting for it and creates its own instance, so the
 * constructor of instances is replaced while `start` runs. Throws if the engine reads the time in another way.
 */
export function withEngineClock<T>(time: Date, start: () => T): T {
  const {Instance} = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(module: WebAssembly.Module, imports: WebAssembly.Imports = {}) {
      super(module, withClock(imports, time));
    }
  };
  try {
    return start();
  } finally {
    WebAssembly.Instance = Instance;
  }
}

/** Replaces every clock: a missed one would mix the real time into a verdict. */
function withClock(imports: WebAssembly.Imports, time: Date): WebAssembly.Imports {
  const missing = new Set(clocks);
  const changed = Object.entries(imports).map(([module, values]) => {
    const entries = Object.entries(values).map(([name, value]) => {
      const clock = clocks.find((one) => one.name.test(name));
      if (!clock) return [name, value] as const;
      missing.delete(clock);
      return [name, clock.at(time)] as const;
    });
    return [module, Object.fromEntries(entries)] as const;
  });
  if (missing.size > 0) throw new Error('The engine asks for the time in a way unknown here.');
  return Object.fromEntries(changed);
}
