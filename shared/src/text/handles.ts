export const HANDLE_PATTERN = /^[a-z0-9_]{3,20}$/;

/**
 * Handles that cannot be registered: words of the route tables, and names that every JavaScript object has, in the spelling of
 * handles, because a lookup by handle in a plain object would find them.
 */
export const RESERVED_HANDLES: readonly string[] = `
  __definegetter__ __definesetter__ __lookupgetter__ __lookupsetter__ __proto__ constructor hasownproperty isprototypeof
  propertyisenumerable prototype tolocalestring tostring valueof
  about activities admin api available avatars blocks confirm cruddur end export forgot home key_upload lifetime like local machines mail
  message_groups message_requests messages mutes new notifications privacy profile push read reply reports repost requests search session
  sessions settings short signin signup static status suggested sync terms trends update users
`
  .trim()
  .split(/\s+/);
