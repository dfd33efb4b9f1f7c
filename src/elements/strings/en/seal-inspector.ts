/** What `<seal-inspector>` says. Keys start with `inspect`. */
export const sealInspector = {
  inspectDropHere: 'Drop a photo or recording here',
};
