<?php
/**
 * Plugin Name:       Leadline
 * Description:       Adds the script of a Leadline deployment to every page, which shows each visitor the tracking number of their visit.
 * Version:           0.2.0
 * Requires at least: 5.7
 * Requires PHP:      7.4
 * License:           MIT
 * Text Domain:       leadline
 *
 * @package Leadline
 */

namespace Leadline;

defined( 'ABSPATH' ) || exit;

/** The one option: `endpoint` (address of the deployment) and `company` (its id), both empty until they are saved. */
const OPTION = 'leadline';
const PAGE   = 'leadline';

/** Identifies the script in lists of addresses. */
const MARK = '/dni/leadline.js';

/** Filters of cache plugins for excluded scripts, as arrays of parts of addresses. */
const LISTS_OF_ADDRESSES = array(
	// WP Rocket.
	'rocket_delay_js_exclusions',
	'rocket_exclude_defer_js',
	'rocket_minify_excluded_external_js',
	// LiteSpeed Cache.
	'litespeed_optimize_js_excludes',
	'litespeed_optm_js_defer_exc',
	'litespeed_optm_gm_js_exc',
	// SiteGround Speed Optimizer.
	'sgo_javascript_combine_excluded_external_paths',
	// Perfmatters.
	'perfmatters_delay_js_exclusions',
	'perfmatters_defer_js_exclusions',
	// FlyingPress.
	'flying_press_exclude_from_delay:js',
	'flying_press_exclude_from_defer:js',
	'flying_press_exclude_from_minify:js',
	// Hummingbird.
	'wphb_delay_js_exclusions',
	// WP-Optimize.
	'wp-optimize-minify-default-exclusions',
);

/** Filters of cache plugins for excluded scripts, as arrays of registered names. */
const LISTS_OF_NAMES = array(
	'sgo_js_async_exclude',
	'sgo_js_minify_exclude',
	'sgo_javascript_combine_exclude',
);

add_action( 'wp_head', __NAMESPACE__ . '\\print_script', 1 );
add_action( 'admin_menu', __NAMESPACE__ . '\\add_page' );
add_action( 'admin_init', __NAMESPACE__ . '\\add_settings' );
add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), __NAMESPACE__ . '\\link_to_page' );
register_uninstall_hook( __FILE__, __NAMESPACE__ . '\\forget' );

foreach ( LISTS_OF_ADDRESSES as $filter ) {
	add_filter( $filter, __NAMESPACE__ . '\\exclude_address' );
}
foreach ( LISTS_OF_NAMES as $filter ) {
	add_filter( $filter, __NAMESPACE__ . '\\exclude_name' );
}
add_filter( 'autoptimize_filter_js_exclude', __NAMESPACE__ . '\\exclude_from_autoptimize' );
add_filter( 'w3tc_minify_js_do_tag_minification', __NAMESPACE__ . '\\exclude_from_w3tc', 10, 2 );

/**
 * The settings.
 *
 * @return array{endpoint: string, company: string}
 */
function settings() {
	return wp_parse_args( get_option( OPTION, array() ), array( 'endpoint' => '', 'company' => '' ) );
}

/**
 * Prints the tag early in the head, or nothing if a setting is missing. The attributes keep optimizers from changing it; Rocket
 * Loader's must come before `src`.
 */
function print_script() {
	$settings = settings();
	if ( '' === $settings['endpoint'] || '' === $settings['company'] ) {
		return;
	}
	printf(
		'<script data-cfasync="false" async src="%s" data-company="%s" data-no-optimize="1" data-no-defer="1" data-no-minify="1" data-noptimize="1" data-nowprocket></script>' . "\n",
		esc_url( $settings['endpoint'] . MARK ),
		esc_attr( $settings['company'] )
	);
}

/** Adds the page Settings, Leadline. */
function add_page() {
	add_options_page( 'Leadline', 'Leadline', 'manage_options', PAGE, __NAMESPACE__ . '\\print_page' );
}

/** Adds the two fields, and the check of saved values. */
function add_settings() {
	register_setting(
		PAGE,
		OPTION,
		array(
			'type'              => 'array',
			'sanitize_callback' => __NAMESPACE__ . '\\check',
			'default'           => array(),
		)
	);
	add_settings_section( 'deployment', '', '__return_null', PAGE );
	add_field( 'endpoint', __( 'Address of the deployment', 'leadline' ), 'https://leadline.example.com' );
	add_field( 'company', __( 'Company id', 'leadline' ), '11111111-1111-4111-8111-111111111111' );
}

/**
 * Adds a text field.
 *
 * @param string $name        Member of the option.
 * @param string $label       Label on the page.
 * @param string $placeholder An example.
 */
function add_field( $name, $label, $placeholder ) {
	$id = OPTION . '-' . $name;
	add_settings_field(
		$id,
		$label,
		function () use ( $name, $id, $placeholder ) {
			printf(
				'<input type="text" class="regular-text code" id="%1$s" name="%2$s[%3$s]" value="%4$s" placeholder="%5$s" spellcheck="false">',
				esc_attr( $id ),
				esc_attr( OPTION ),
				esc_attr( $name ),
				esc_attr( settings()[ $name ] ),
				esc_attr( $placeholder )
			);
		},
		PAGE,
		'deployment',
		array( 'label_for' => $id )
	);
}

/** Prints the page with the fields. */
function print_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	echo '<div class="wrap"><h1>Leadline</h1><p>';
	esc_html_e( 'You get both from the operator of the deployment. Keep your own numbers in your pages; the script shows each visitor a tracking number instead.', 'leadline' );
	echo '</p><form method="post" action="options.php">';
	settings_fields( PAGE );
	do_settings_sections( PAGE );
	submit_button();
	echo '</form></div>';
}

/**
 * Cleans up the values to save, and keeps the former value of an invalid one.
 *
 * @param mixed $given What the form sent.
 * @return array{endpoint: string, company: string}
 */
function check( $given ) {
	$given    = wp_parse_args( is_array( $given ) ? $given : array(), settings() );
	$endpoint = untrailingslashit( trim( (string) $given['endpoint'] ) );
	$company  = strtolower( trim( (string) $given['company'] ) );
	$before   = settings();
	if ( '' !== $endpoint && ! is_origin( $endpoint ) ) {
		add_settings_error( PAGE, 'endpoint', __( 'Enter the address of the deployment without a path, such as https://leadline.example.com.', 'leadline' ) );
		$endpoint = $before['endpoint'];
	}
	if ( '' !== $company && ! preg_match( '/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/', $company ) ) {
		add_settings_error( PAGE, 'company', __( 'The company id has 36 characters, such as 11111111-1111-4111-8111-111111111111.', 'leadline' ) );
		$company = $before['company'];
	}
	return array(
		'endpoint' => $endpoint,
		'company'  => $company,
	);
}

/**
 * Tells whether it is an origin: https, or http on this machine.
 *
 * @param string $address What was typed.
 * @return bool
 */
function is_origin( $address ) {
	return 1 === preg_match( '#^(https://[a-z0-9.-]+|http://(localhost|127\.0\.0\.1))(:\d+)?$#i', $address );
}

/**
 * Adds "Settings" to the plugin's links in the list of plugins.
 *
 * @param string[] $links The existing links.
 * @return string[]
 */
function link_to_page( $links ) {
	$address = esc_url( admin_url( 'options-general.php?page=' . PAGE ) );
	array_unshift( $links, sprintf( '<a href="%s">%s</a>', $address, esc_html__( 'Settings', 'leadline' ) ) );
	return $links;
}

/** Deletes the option when the plugin is deleted. */
function forget() {
	delete_option( OPTION );
}

/**
 * Adds the script to a cache plugin's exclusions by address.
 *
 * @param mixed $excluded The list.
 * @return array
 */
function exclude_address( $excluded ) {
	return array_merge( (array) $excluded, array( MARK ) );
}

/**
 * Adds the script to a cache plugin's exclusions by name.
 *
 * @param mixed $excluded The list.
 * @return array
 */
function exclude_name( $excluded ) {
	return array_merge( (array) $excluded, array( 'leadline' ) );
}

/**
 * Adds the script to Autoptimize's exclusions, a comma-separated string or an array.
 *
 * @param mixed $excluded The list.
 * @return mixed
 */
function exclude_from_autoptimize( $excluded ) {
	if ( is_array( $excluded ) ) {
		return array_merge( $excluded, array( MARK => '' ) );
	}
	return trim( $excluded . ', ' . MARK, ', ' );
}

/**
 * Excludes the tag from W3 Total Cache, which calls this filter for each tag.
 *
 * @param bool   $minify Whether it would minify the tag.
 * @param string $tag    The tag.
 * @return bool
 */
function exclude_from_w3tc( $minify, $tag ) {
	return $minify && false === strpos( $tag, MARK );
}
