# shellcheck shell=bash disable=SC2034 # the scripts that read this use what it sets
# What the scripts in this folder share: the boards, where things lie, and how to say that something went wrong.

boards=(rpi-arm64 rpi-armhf rpi-zero)
cross=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(dirname "$cross")
cache=${COUNTERSIGN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/countersign}

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

usage_error() {
    echo "$(basename "$0"): $*; see $(basename "$0") --help" >&2
    exit 64
}

say() { echo "--- $*" >&2; }

# The comment at a script's head is its help.
help() {
    sed -n '2,/^[^#]/{s/^# \{0,1\}//p}' "$0"
    echo
    exit 0
}

# choose BOARD: sets architecture and multiarch (Debian's names), triple (Swift's), target (clang's), emulator,
# description, and the options that each compiler needs for it.
choose() {
    board=$1
    case $board in
        rpi-arm64)
            description="Raspberry Pi 3 to 5 and Zero 2, 64-bit"
            architecture=arm64 multiarch=aarch64-linux-gnu target=aarch64-linux-gnu
            triple=aarch64-none-none-elf emulator=qemu-aarch64-static
            c_options=() swift_options=()
            ;;
        rpi-armhf)
            description="Raspberry Pi 2 to 4 and Zero 2, 32-bit"
            architecture=armhf multiarch=arm-linux-gnueabihf target=armv7-linux-gnueabihf
            triple=armv7-none-none-eabi emulator=qemu-arm-static
            c_options=(-mfloat-abi=hard -mfpu=vfpv3-d16 -mthumb)
            swift_options=(-Xcc -mthumb -Xcc -mfloat-abi=hard -Xcc -mfpu=vfpv3-d16)
            ;;
        rpi-zero)
            description="Raspberry Pi 1 and Zero, 32-bit"
            architecture=armhf multiarch=arm-linux-gnueabihf target=armv6-linux-gnueabihf
            triple=armv6-none-none-eabi emulator="qemu-arm-static -cpu arm1176"
            c_options=(-mfloat-abi=hard -mfpu=vfpv2 -marm)
            swift_options=(-Xcc -mfloat-abi=hard -Xcc -mfpu=vfpv2)
            ;;
        *) usage_error "no board '$board': one of ${boards[*]}" ;;
    esac
}

# choose_mbedtls VERSION: sets suite and packages. All that a static program needs, by name.
choose_mbedtls() {
    mbedtls=$1
    local gcc
    case $mbedtls in
        2.28) suite=bookworm gcc=12 ;;
        3.6) suite=trixie gcc=14 ;;
        *) usage_error "no mbedTLS '$mbedtls': 2.28 (Debian 12's) or 3.6 (Debian 13's)" ;;
    esac
    packages=(libc6-dev linux-libc-dev "libgcc-$gcc-dev" libmbedtls-dev)
    # In Debian 13 time_t has 64 bits on every board, also where a compiler's own default is 32; mbedTLS was built
    # so, and its structures hold a time_t. In Debian 12 it has what the compiler says.
    if [[ $mbedtls == 3.6 && $architecture == armhf ]]; then
        c_options+=(-D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64)
    fi
    # The default's results lie in the board's folder itself.
    out=$cross/out/$board
    [[ $mbedtls == 2.28 ]] || out=$out/mbedtls-$mbedtls
}
