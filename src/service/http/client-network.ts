import {isIPv6} from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
/** The first groups of an IPv6 address name its network: 64 bits, which one client usually has for itself. */
const NETWORK_GROUPS = 4;

/** The address that limits are counted for: an IPv4 address itself, or the network (/64) of an IPv6 address. */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const first = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({length: Math.max(0, GROUPS - first.length - last.length)}, () => '0');
  const groups = tail === undefined ? first : [...first, ...zeros, ...last];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
