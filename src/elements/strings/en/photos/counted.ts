/** "1 photo", "2 photos". */
export const counted = (count: number, name = 'photo') =>
  `${count} ${name}${count === 1 ? '' : 's'}`;
