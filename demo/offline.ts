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
  const tellLoaded = (): void => {
    const loaded = performance.getEntriesByType('resource').map(({name}) => new URL(name));
    const assets = loaded.filter(({pathname}) => pathname.startsWith('/assets/'));
    serviceWorker.controller?.postMessage([
      location.pathname,
      ...new Set(assets.map(({pathname}) => pathname)),
    ]);
  };
  serviceWorker.addEventListener('controllerchange', tellLoaded);
  tellLoaded();
  const {trustedTypes} = globalThis as {trustedTypes?: ScriptPolicies};
  const policy = trustedTypes?.createPolicy('demo', {createScriptURL: (address) => address});
  const address = `/offline-worker.js?${build}`;
  try {
    await serviceWorker.register(policy?.createScriptURL(address) ?? address);
  } catch (error) {
    console.warn(error);
  }
}
