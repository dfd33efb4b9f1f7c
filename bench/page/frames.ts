/** Resolves when the next frame has been painted. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const {port1, port2} = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  });

/** Waits until the work of an earlier run is done. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 250));
