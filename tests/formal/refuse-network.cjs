'use strict';

const net = require('node:net');

const refuse = () => {
  throw new Error('the model checker tried to reach the network');
};
net.Socket.prototype.connect = refuse;
globalThis.fetch = refuse;
