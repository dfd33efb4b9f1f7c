/** For example "1 photo" and "2 photos". */
export const counted = (count: number, name = 'photo') =>
  `${count} ${name}${count === 1 ? '' : 's'}`;
