/* Only for the module map: the shim includes what it needs through compat.h,
 * and no Swift file imports CMbedTLS. */
#include <mbedtls/version.h>
