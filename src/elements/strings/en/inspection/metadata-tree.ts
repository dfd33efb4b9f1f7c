/** Terms of the tree of an inspected file's data, without the labels of its values. */
export const metadataTree = {
  otherData: 'Other data',
  searchData: 'Search in the data',
  found: (count: number) => (count === 0 ? 'Nothing found.' : `${count} found.`),
  width: 'Width',
  height: 'Height',
  technologies: 'Technologies',
  rawValues: 'Raw values',
  rawValue: 'Raw value',
  copyValue: 'Copy the value',
  openAll: 'Open all',
  closeAll: 'Close all',
  treeKeys:
    'Arrows move, open and close. Enter: raw value. Tab: buttons of the row. *: open all beside it. Ctrl\u00a0C or ⌘\u00a0C: copy.',

  placePicture: (place: string, within?: string) =>
    `${place}${within ? `, within ${within}` : ''}. North is up.`,
  openPlace: 'Open in a map app',
  attitudePicture: (roll: string, pitch: string) =>
    `The device as it was held, with the horizon: roll ${roll}, pitch ${pitch}.`,
  northLetter: 'N',
  eastLetter: 'E',
  southLetter: 'S',
  westLetter: 'W',
};
