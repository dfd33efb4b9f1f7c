import {type TrustAnchors} from '../../src/model/inspection/trust-anchors.js';
import {shippedList} from '../../src/node/shipped-lists.js';
import {readAnchorList, readProductList} from '../../src/trust/official-lists.js';

/** The lists in the package, without any root of our own. */
export async function shippedTrust(): Promise<TrustAnchors> {
  const signers = readAnchorList(await shippedList('c2pa-trust-list'), 'C2PA Trust List');
  const times = readAnchorList(await shippedList('c2pa-tsa-trust-list'), 'C2PA TSA Trust List');
  const {products} = readProductList(await shippedList('conforming-products-list'));
  const interim = JSON.parse(await shippedList('interim-trust-list')) as TrustAnchors['interim'];
  return {
    signers: '',
    timeStamps: '',
    official: {signers: signers.pem, timeStamps: times.pem},
    interim,
    products,
  };
}
