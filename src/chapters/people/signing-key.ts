/**
 * The RSA key that signs id tokens, in hexadecimal digits. It is part of the package and therefore no secret:
 * a signature with it proves nothing outside tests. It is fixed, so that the same run has the same tokens.
 */
export const signingKey = {
  /** The id of the key in the header of a token. */
  id: '94dbc6b7ece81d906893208535591e08fe2595b1',
  modulus:
    'a270af42773c37a20d5eac415536282a172fb6d5780ba3cf54f877f7b85e063dcef403223a1ab4161d1ddd93dfcad4ab' +
    'd4be17285f0e02c2691fb5dda7464536bdb54f40ada3a312aedbf5df5a8688c32bdf33d96575f14e503feba84dcc45d2' +
    '50e97e975cbd2aa9bc02b1a46f6bd55e9db93d9c91864797a7dc0a2b44f7342f01567adeb5abeefa03b6e9095ebfbf99' +
    'a7a9f7b302bda9c34f9aca2cce323f90a6aec17f388ad344f06dfba8eaa8576e7011dd50ed4dd6bcbdf61ad38e26c248' +
    '066b3fd8cce56c6dabe7803dd84facc46949edf9adaef650084ecc7d545771afd597d85bfc4cdfd353b5277e0246b1ea' +
    'fb9031dd4551cbf065ebac5996d3b333',
  publicExponent: '010001',
  exponent:
    '27fcbf58084c1d91d9e2b55abbe4420ce27a4f72cb436a46ceaeffb14e846edae64831414ab66a208b785fa45851f0fa' +
    '7fbb6fadf3805a738b375028c955c6120caf465c30a278b14fb43c19888a57be5bdd6d4115f5ebba108d3bb0c9be006e' +
    '1e96ec1fcca7908a0a0b4bb9a3e812b560f449d3720b7132471326b9b2177c93b52921f566173c3870129094636d33a5' +
    'a208fc88b7351313ef786b5d7cf361a3f041ddcf1a9fd0f85bfcad6ca85c11c22fd8bd8ddc0fe0eaf7bea921ea38c8c7' +
    '2a7ff274e7d57f041e197aa10847ba0c59e87692e0f49ec603f0650cc6a295b950144f271699474651ca134bbb712759' +
    '7f515d8d9c936b9f06b6e11442c1ae11',
} as const
