/** Packets of engine.io and Socket.IO that are nearly valid, or that the product's clients never send. */
export const MALFORMED_PACKETS = [
  ...[
    '',
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '9',
    '4{}',
    '4\u0000',
    'b4AAAA',
    '40',
    '40{',
    '40/admin,{}',
  ],
  ...['41', '42', '42[', '42[]', '42{}', '42{"a":1}', '42"sync"', '42null', '42[null]', '42[7]', '42["sync"'],
  ...['42/other,["sync"]', '42["connect"]', '42["disconnect"]', '42["connect_error",{}]', '42["error",{}]'],
  ...['42["newListener",1]', '42["__proto__",1]', '42["__proto__",{}]', '4212345678901["sync",{},1]'],
  ...['4299999999999999999999["sync",{},1]', '42["sync",{"stream":"public","after":{}}]'],
  ...[
    '43[]',
    '430[]',
    '430[1]',
    '4399999999999999999999[1]',
    '44',
    '44{"message":"x"}',
    '45',
    '450-["sync"]',
  ],
  ...['451-["sync",{"_placeholder":true,"num":0}]', '451-["auth",{"_placeholder":true,"num":-1}]'],
  ...['4511-["sync"]', '459999-[]', '45999999-["sync"]', '45-1-["sync"]', '46', '47'],
];

/** Frames that violate the WebSocket protocol: the connection that sends one of them is closed. */
export const BROKEN_FRAMES = [
  Buffer.from([0xff, 0xff]),
  // A reserved bit.
  Buffer.from([0xc1, 0x80, 0, 0, 0, 0]),
  // An unknown opcode.
  Buffer.from([0x83, 0x80, 0, 0, 0, 0]),
  // Not masked.
  Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5]),
  // A length beyond any limit.
  Buffer.concat([Buffer.from([0x81, 0xff]), Buffer.alloc(8, 0x7f), Buffer.alloc(4)]),
  // A close frame with half a code.
  Buffer.from([0x88, 0x81, 0, 0, 0, 0, 0]),
];
