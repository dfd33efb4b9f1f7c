import {isIPv4, isIPv6} from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
/** The first groups of an IPv6 address name its network. */
const NETWORK_GROUPS = 4;
const SITE_GROUPS = 3;

/**
 * The network that limits are counted for, which one client may have for itself: the first 24 bits of an IPv4 address,
 * the first 64 of an IPv6 address.
 */
export const networkOf = (address: string): string => networkIn(address, NETWORK_GROUPS);

/** The same with the first 48 bits of an IPv6 address, which one site may have for itself. */
export const wideNetworkOf = (address: string): string => networkIn(address, SITE_GROUPS);

function networkIn(address: string, length: number): string {
  const ipv4 = MAPPED.exec(address)?.[1] ?? address;
  if (isIPv4(ipv4)) return `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const first = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({length: Math.max(0, GROUPS - first.length - last.length)}, () => '0');
  const groups = tail === undefined ? first : [...first, ...zeros, ...last];
  const network = groups.slice(0, length).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(':')}::/${length * 16}`;
}
