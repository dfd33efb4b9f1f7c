interface ScriptPolicies {
  createPolicy(
    name: string,
    rules: {createScriptURL: (address: string) => string},
  ): {createScriptURL(address: string): string};
}

/** Has a service worker keep what the page loads, so that it opens without a network. */
export async function startOffline(): Promise<void> {
  const build = /\/assets\/(.*)\.js$/.exec(import.meta.url)?.[1];
  // Sources have no names by content.
  if (!build || !('serviceWorker' in navigator)) return;
  const {serviceWorker} = navigator;
  const keep = (loaded: readonly PerformanceEntry[]): void => {
    const paths = loaded.map(({name}) => new URL(name).pathname);
    const assets = paths.filter((path) => path.startsWith('/assets/'));
    serviceWorker.controller?.postMessage([location.pathname, ...new Set(assets)]);
  };
  serviceWorker.addEventListener('controllerchange', () =>
    keep(performance.getEntriesByType('resource')),
  );
  // What was under way when the service worker came is listed once it is there.
  new PerformanceObserver((list) => keep(list.getEntries())).observe({
    type: 'resource',
    buffered: true,
  });
  const {trustedTypes} = globalThis as {trustedTypes?: ScriptPolicies};
  const policy = trustedTypes?.createPolicy('demo', {createScriptURL: (address) => address});
  const address = `/offline-worker.js?${build}`;
  try {
    await serviceWorker.register(policy?.createScriptURL(address) ?? address);
  } catch (error) {
    console.warn(error);
  }
}
