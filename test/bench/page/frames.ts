/** Until the next frame is out. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const {port1, port2} = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  });

/** Whatever an earlier run left to do is done. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 250));
